/** A page of a list, as the API answers it. */
export type Page<Row> = { data: Row[]; pagination: { next: string | null } }

/** Yields every row of a list; `read` gets the place behind the page before, and a page is read when its first row is asked for. */
export async function* rowsOf<Row>(
  read: (after: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Row, void, undefined> {
  for (let after: string | undefined; ; ) {
    const { data, pagination } = await read(after)
    yield* data
    if (pagination.next === null) return
    after = pagination.next
  }
}
