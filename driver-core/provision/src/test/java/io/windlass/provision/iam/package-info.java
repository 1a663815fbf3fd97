/** Access on a server that numbers keys itself and shows their secrets once, as AWS does. */
@NullMarked
package io.windlass.provision.iam;

import org.jspecify.annotations.NullMarked;
