package io.windlass.store.contract;

/** Contract of {@link io.windlass.store.ObjectStore}, in parts that can be read alone. */
public interface ObjectStoreContract
    extends WholeObjectContract,
        ReaderContract,
        ConditionContract,
        KeyContract,
        ListContract,
        DeleteContract,
        CopyContract,
        MetadataContract,
        UploadContract,
        VersionContract,
        RenameContract,
        DirectoryContract {}
