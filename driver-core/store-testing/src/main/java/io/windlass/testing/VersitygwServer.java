package io.windlass.testing;

import io.windlass.secret.Secret;
import java.net.URI;

/**
 * A Versity S3 Gateway over a directory, with the key of its administrator.
 *
 * @param endpoint base URL, to be addressed path-style
 */
public record VersitygwServer(URI endpoint, String rootAccessKey, Secret rootSecret) {}
