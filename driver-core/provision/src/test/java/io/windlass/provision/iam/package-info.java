/** Access on a server with AWS's API for users: it chooses keys and shows their secrets once. */
@NullMarked
package io.windlass.provision.iam;

import org.jspecify.annotations.NullMarked;
