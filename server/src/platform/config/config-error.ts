/** A wrong value in the environment, as one line for the operator. */
export class ConfigError extends Error {}
