/** Both specs, asked alike. */
@NullMarked
package io.windlass.faults.service;

import org.jspecify.annotations.NullMarked;
