import type { ArtworkField, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { draftProblems, fittingValues, type ValueProblem } from "../../../contract/artwork/artwork-values.ts"
import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { readFields } from "../../data/artwork/image-rows.ts"
import type { Database } from "../../data/database.ts"

type Valued = { imageId?: Id | null; values?: ArtworkValues | undefined }

/**
 * Refuses values that an item's image has no field for, or that do not suit their field; missing values
 * may still be given.
 */
export async function checkValues(db: Database, userId: Id, item: Valued): Promise<void> {
  const [problems = []] = await problemsOfItems(db, userId, [item])
  refuseItem(problems)
}

/** Does the same for the items that a request lists under `path`: the refusal names each wrong one. */
export async function checkListedValues(
  db: Database,
  userId: Id,
  items: readonly Valued[],
  path: string,
): Promise<void> {
  refuseRows(await problemsOfItems(db, userId, items), path)
}

/**
 * Returns the values of a changed item: the requested ones, which are checked, else its own for which
 * its new image has a field. `undefined` if they stay as they are.
 */
export async function changedValues(
  db: Database,
  userId: Id,
  item: { imageId: Id | null; values: ArtworkValues },
  change: { imageId?: Id | undefined; values?: ArtworkValues | undefined },
): Promise<ArtworkValues | undefined> {
  const { imageId = item.imageId, values } = change
  if (values === undefined && change.imageId === undefined) return undefined
  const fieldsOf = await readFields(db, userId, imageId === null ? [] : [imageId])
  const fields = fieldsFrom(fieldsOf, imageId)
  if (values === undefined) return fittingValues(fields, item.values)
  refuseItem(draftProblems(fields, values))
  return values
}

/** Returns the problems in the items' order; empty if none has values. */
async function problemsOfItems(
  db: Database,
  userId: Id,
  items: readonly Valued[],
): Promise<ValueProblem[][]> {
  const filled = items.filter(({ values = {} }) => Object.keys(values).length > 0)
  if (filled.length === 0) return []
  const fieldsOf = await readFields(db, userId, [...new Set(filled.flatMap(({ imageId }) => imageId ?? []))])
  return items.map(({ imageId, values = {} }) => draftProblems(fieldsFrom(fieldsOf, imageId), values))
}

function fieldsFrom(
  fieldsOf: ReadonlyMap<Id, readonly ArtworkField[]>,
  imageId: Id | null | undefined,
): readonly ArtworkField[] {
  return (imageId && fieldsOf.get(imageId)) || []
}

function refuseItem(problems: readonly ValueProblem[]): void {
  if (problems.length > 0) throw refusal(problems[0].message, namedBy("values", problems))
}

/** Refuses each row that has a problem, counted from 1 in the words and from 0 in `fields`. */
function refuseRows(problemsOfRow: readonly (readonly ValueProblem[])[], path: string): void {
  const wrong = problemsOfRow.flatMap((problems, row) => (problems.length > 0 ? [{ problems, row }] : []))
  const [first] = wrong
  if (!first) return
  const message = `Row ${first.row + 1}: ${first.problems[0].message}`
  const rest = wrong.length - 1
  throw refusal(
    rest === 0 ? message : `${message}. ${rest} more ${rest === 1 ? "row has" : "rows have"} a problem too`,
    Object.assign({}, ...wrong.map(({ problems, row }) => namedBy(`${path}.${row}.values`, problems))),
  )
}

function namedBy(path: string, problems: readonly ValueProblem[]): Record<string, string> {
  return Object.fromEntries(problems.map(({ field, message }) => [`${path}.${field}`, message]))
}

function refusal(message: string, fields: Record<string, string>): ApiError {
  return new ApiError("unprocessable", message, { fields })
}
