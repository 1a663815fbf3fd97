/**
 * Tools for stores that speak HTTP: bodies and attempts of requests, limits of answers,
 * certificates and proxies.
 */
@NullMarked
package io.windlass.http;

import org.jspecify.annotations.NullMarked;
