package io.windlass.store.contract.access;

/**
 * Contract of {@link io.windlass.access.AccessAdmin}, tested with the credentials that it grants.
 */
public interface AccessAdminContract
    extends AccessModeContract, AccessScopeContract, AccessLifeContract {}
