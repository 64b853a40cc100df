/** The edge has this in place of what drizzle asks about PostgreSQL, which none of our tables is in: see wrangler.toml. */
export const isPgEnum = () => false
/** Drizzle asks which of a table's parts are of this class. None is; a class is known by this name. */
export const PrimaryKeyBuilder = Object.assign(class {}, {
  [Symbol.for("drizzle:entityKind")]: "PgPrimaryKeyBuilder",
})
