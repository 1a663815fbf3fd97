package io.windlass.config;

/**
 * A setting and its value, for people.
 *
 * @param variable name of its environment variable
 * @param value the value as it was given; else the default, or what is so without it
 * @param given whether it was given
 */
public record UnderstoodSetting(String variable, String value, boolean given) {}
