package io.windlass.fs.namespace;

import io.windlass.fs.file.Changing;
import io.windlass.fs.file.Usage;
import io.windlass.fs.inode.StateDirectory;
import io.windlass.fs.listing.Metadata;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.posix.DirectoryTimes;
import io.windlass.fs.tree.Tree;
import io.windlass.store.ObjectStore;

/**
 * The parts of a mounted volume that creating, removing and renaming change.
 *
 * @param store objects of the volume
 * @param state inodes, handles and requests that survive the process
 * @param tree names and inodes that the kernel knows
 * @param metadata cached answers of the store
 * @param openWrites staged files
 * @param markers objects that stand for directories
 * @param changing changes of single files
 * @param usage quota of the volume
 * @param times times of directories
 */
public record Namespace(
    ObjectStore store,
    StateDirectory state,
    Tree tree,
    Metadata metadata,
    OpenWrites openWrites,
    Markers markers,
    Changing changing,
    Usage usage,
    DirectoryTimes times) {}
