@NullMarked
package io.windlass.fs.namespace;

import org.jspecify.annotations.NullMarked;
