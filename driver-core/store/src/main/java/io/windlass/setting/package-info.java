/**
 * Settings and the formats of their values. Reading, refusing and documenting a setting all use the
 * same definition. Each module that has settings defines them itself.
 */
@NullMarked
package io.windlass.setting;

import org.jspecify.annotations.NullMarked;
