package io.windlass.provision;

/**
 * Description of a parameter of a class, for documents.
 *
 * @param name key of the parameter; case matters
 * @param values allowed values
 * @param otherwise default, in words
 * @param meaning one sentence
 */
public record Parameter(String name, String values, String otherwise, String meaning) {}
