import type { MatchChoices } from "../../../contract/artwork/suggestion.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { MAX_SIZES } from "../../../contract/limit.ts"
import type { NewNotification } from "../../data/accounts/notification-rows.ts"
import { rememberChoices } from "../../data/artwork/artwork-choice.ts"
import { sizeKeyOf } from "../../data/artwork/match-key.ts"
import { insertSize } from "../../data/artwork/size-rows.ts"
import { listSizeNames } from "../../data/artwork/suggestion-rows.ts"
import type { Database } from "../../data/database.ts"
import { type FullOrderItem, findOrderItems } from "../../data/orders/order-item-rows.ts"
import { areOwnParts } from "../../data/prints/print-item-rows.ts"
import { type SizeChanger, sizeNotice } from "./announce-size.ts"

type Choice = MatchChoices[number]
type NewSize = NonNullable<Choice["newSize"]>
type Named = { _id: Id; name: string; value: number }
export type Accepted = {
  /** The items as they are matched now. */
  items: FullOrderItem[]
  sizes: Named[]
  notices: NewNotification[]
}

/**
 * Remembers the choices, and first makes the sizes that they need. Refuses all with 404 if an item,
 * image or size is not this user's. A repeat makes no size again.
 */
export async function acceptMatches(
  db: Database,
  changer: SizeChanger,
  choices: MatchChoices,
  nowMs: number,
): Promise<Accepted> {
  const { userId } = changer
  const ids = [...new Set(choices.map(({ orderItemId }) => orderItemId))]
  const items = new Map((await findOrderItems(db, userId, ids)).map((item) => [item.id, item]))
  if (items.size < ids.length) throw unknown("order item")
  const parts = {
    imageIds: choices.flatMap(({ imageId }) => imageId ?? []),
    sizeIds: choices.flatMap(({ sizeId }) => sizeId ?? []),
  }
  if (!(await areOwnParts(db, userId, parts))) throw unknown("image or size")
  const wanted = choices.flatMap(({ newSize }) => newSize ?? [])
  const { sizeOf, made, notices } = await makeSizes(db, changer, wanted, nowMs)
  const chosen = choices.flatMap(({ orderItemId, imageId, sizeId, newSize }) => {
    const item = items.get(orderItemId)
    const choice = { imageId, sizeId: newSize ? sizeOf(newSize) : sizeId }
    return item ? [{ item, choice }] : []
  })
  await rememberChoices(db, chosen, nowMs)
  return { items: await findOrderItems(db, userId, ids), sizes: made, notices }
}

/** Makes each distinct size once; a size that the user has already is used. */
async function makeSizes(db: Database, changer: SizeChanger, wanted: readonly NewSize[], nowMs: number) {
  const { userId } = changer
  const known = new Map<string, Id>()
  if (wanted.length > 0) {
    for (const size of await listSizeNames(db, userId)) known.set(keyOf(size), size._id)
  }
  const made: Named[] = []
  const notices: NewNotification[] = []
  for (const { name, value } of wanted) {
    if (known.has(keyOf({ name, value }))) continue
    const id = makeId(nowMs)
    const notice = sizeNotice(changer, id, `Size "${name}" was created`, nowMs)
    const row = await insertSize(db, { name, value, id, userId, nowMs }, notice)
    if (!row) throw new ApiError("conflict", `An account holds at most ${MAX_SIZES} sizes`)
    known.set(keyOf({ name, value }), id)
    made.push({ _id: id, name, value })
    notices.push(notice)
  }
  return { sizeOf: (size: NewSize) => known.get(keyOf(size)), made, notices }
}

/** Returns a key: sizes of one name and width are one. */
function keyOf({ name, value }: NewSize): string {
  return `${sizeKeyOf(name)}|${value}`
}
