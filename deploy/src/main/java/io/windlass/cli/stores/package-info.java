/** Which stores there are: the one package that names them all. */
@NullMarked
package io.windlass.cli.stores;

import org.jspecify.annotations.NullMarked;
