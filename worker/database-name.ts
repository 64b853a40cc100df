/** The name of a database's binding: the first, which is also the directory, and any others. */
export type DatabaseName = "DB" | `DB_${number}`
export const FIRST_DATABASE = "DB"

/** An environment that says in which database the account lives. */
export type Placed<E> = E & { readonly place: DatabaseName }

/** Returns true if this is a name that a database may be bound by. */
export function isDatabaseName(name: string): name is DatabaseName {
  return /^DB(_[1-9]\d{0,3})?$/.test(name)
}
