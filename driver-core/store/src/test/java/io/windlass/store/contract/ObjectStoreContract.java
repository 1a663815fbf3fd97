package io.windlass.store.contract;

/** What every {@link io.windlass.store.ObjectStore} must do, in parts that can be read alone. */
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
        VersionContract {}
