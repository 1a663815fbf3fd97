/**
 * Settings, and how their values are written: what is read, what is refused and what is documented
 * comes from here. Which settings there are, those say who have them.
 */
@NullMarked
package io.windlass.setting;

import org.jspecify.annotations.NullMarked;
