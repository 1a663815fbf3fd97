package io.windlass.store.contract;

/**
 * What every {@link io.windlass.store.AccessAdmin} must do, shown with the credentials that it
 * hands out.
 */
public interface AccessAdminContract
    extends AccessModeContract, AccessScopeContract, AccessLifeContract {}
