import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import {
  MAX_DESTINATIONS,
  MAX_FONTS,
  MAX_IMAGE_CATEGORIES,
  MAX_SHEET_TEMPLATES,
  MAX_SIZES,
} from "../../../contract/limit.ts"
import { countFonts } from "../../data/artwork/font-rows.ts"
import { countImageCategories } from "../../data/artwork/image-category-rows.ts"
import { countSizes } from "../../data/artwork/size-rows.ts"
import { type Database, databaseOf } from "../../data/database.ts"
import { countDestinations } from "../../data/delivery/destination-rows.ts"
import { hasRoomFor } from "../../data/prints/item-room.ts"
import { namedBatch } from "../../data/prints/named-batch.ts"
import { editableStatuses } from "../../data/prints/print-rows.ts"
import { countSheetTemplates } from "../../data/prints/sheet-template-rows.ts"
import { fontRestore } from "../../data/undo/undo-fonts.ts"
import { categoryRestore, imagesRestore } from "../../data/undo/undo-images.ts"
import { mendsRestore } from "../../data/undo/undo-mends.ts"
import { areShopsGone, ordersRestore } from "../../data/undo/undo-orders.ts"
import {
  addedTakeBack,
  arePrintedElsewhere,
  canAddedGo,
  canItemsReturn,
  canSheetsReturn,
  countReturningItems,
  itemRestore,
  printsRestore,
  sheetsRestore,
} from "../../data/undo/undo-prints.ts"
import { findUndo, forgetParts, type KeptUndo } from "../../data/undo/undo-rows.ts"
import { destinationRestore, sizeRestore, templateRestore } from "../../data/undo/undo-sizes.ts"
import { stepKinds, stepRestore } from "../../data/undo/undo-steps.ts"
import type { Env } from "../../env.ts"
import { queueReadings } from "../orders/queue-readings.ts"

type Deletion = KeptUndo & { nowMs: number }
type Way = {
  /** The statements that restore it. */
  restore: (db: Database, deletion: Deletion) => Parameters<typeof namedBatch>[1][string] & readonly unknown[]
  /** Returns why it cannot come back; null if it can. */
  refusal?: (db: Database, deletion: Deletion) => Promise<string | null>
  /** The refusal if a unique value was taken meanwhile. */
  taken?: string
  /** Has done what follows from it; a failure is left to sweeps. */
  after?: (env: Env, deletion: Deletion) => Promise<void>
}

const stepWay: Way = {
  restore: stepRestore,
  refusal: async (db, deletion) =>
    (await canItemsReturn(db, deletion, editableStatuses, stepKinds.items))
      ? null
      : "A print was changed in the meantime, so the orders cannot return to it.",
  taken: "The print already has one of these images in this size.",
}

/** The ways by the kind of row that the deletion was about. */
const ways: Readonly<Record<string, Way>> = {
  image: { restore: imagesRestore },
  category: {
    restore: categoryRestore,
    refusal: async (db, { userId }) =>
      (await countImageCategories(db, userId)) < MAX_IMAGE_CATEGORIES
        ? null
        : `An account holds at most ${MAX_IMAGE_CATEGORIES} categories`,
    taken: "You now have another category with this name. Rename it first, then undo.",
  },
  size: {
    restore: sizeRestore,
    refusal: async (db, { userId }) =>
      (await countSizes(db, userId)) < MAX_SIZES ? null : `An account holds at most ${MAX_SIZES} sizes`,
  },
  template: {
    restore: templateRestore,
    refusal: async (db, { userId }) =>
      (await countSheetTemplates(db, userId)) < MAX_SHEET_TEMPLATES
        ? null
        : `An account holds at most ${MAX_SHEET_TEMPLATES} sheet templates`,
  },
  destination: {
    restore: destinationRestore,
    refusal: async (db, { userId }) =>
      (await countDestinations(db, userId)) < MAX_DESTINATIONS
        ? null
        : `An account holds at most ${MAX_DESTINATIONS} destinations`,
  },
  font: {
    restore: fontRestore,
    refusal: async (db, { userId }) =>
      (await countFonts(db, userId)) < MAX_FONTS ? null : `An account holds at most ${MAX_FONTS} fonts`,
    taken: "You now have another font of this family, style and weight. Delete it first, then undo.",
  },
  mends: {
    restore: mendsRestore,
    after: (env, { userId, nowMs }) => queueReadings(env, userId, nowMs),
  },
  order: {
    restore: ordersRestore,
    refusal: async (db, { id }) =>
      (await areShopsGone(db, id))
        ? "The orders' store is no longer connected. They cannot come back."
        : null,
    taken: "These orders were read again in the meantime.",
  },
  printState: {
    restore: sheetsRestore,
    refusal: async (db, { id }) =>
      (await canSheetsReturn(db, id)) ? null : "It was processed again or deleted in the meantime.",
  },
  print: {
    restore: printsRestore,
    refusal: async (db, deletion) => {
      if (await arePrintedElsewhere(db, deletion))
        return "Some of its order items are now in another print. Remove them there first, then undo."
      const items = await countReturningItems(db, deletion.id)
      return items === 0 || (await hasRoomFor(db, deletion.userId, items))
        ? null
        : "Too many items are not printed yet. Delete drafts that you no longer need, then undo."
    },
  },
  addedItem: {
    restore: addedTakeBack,
    refusal: async (db, { id }) =>
      (await canAddedGo(db, id, editableStatuses))
        ? null
        : "The print was processed or deleted in the meantime, so nothing can be removed from it.",
  },
  printItem: {
    restore: itemRestore,
    refusal: async (db, deletion) =>
      (await canItemsReturn(db, deletion, editableStatuses))
        ? null
        : "The print was changed in the meantime, so the item cannot return to it.",
    taken: "The print already has this image in this size.",
  },
  [stepKinds.marked]: stepWay,
  [stepKinds.items]: stepWay,
}

/**
 * Restores all that one call deleted, or takes back what it added or changed: rows, references to them, and files.
 * Throws a 404 if it cannot be undone any more, a 409 if it has been replaced since. All or nothing, and once: `kind` is
 * null if it was undone already.
 */
export async function undoDeletion(env: Env, userId: Id, id: Id): Promise<{ kind: string | null }> {
  const db = databaseOf(env)
  const nowMs = Date.now()
  const undo = await findUndo(db, userId, id, nowMs)
  if (!undo) throw new ApiError("not-found", "It is too late to undo this")
  const kind = undo.kinds.find((candidate) => candidate in ways)
  if (kind === undefined) return { kind: null }
  const { restore, refusal, taken, after } = ways[kind]
  const deletion = { ...undo, nowMs }
  const words = await refusal?.(db, deletion)
  if (words) throw new ApiError("conflict", words)
  try {
    const { forgotten } = await namedBatch(db, {
      restored: restore(db, deletion),
      forgotten: forgetParts(db, id),
    })
    if (forgotten.length === 0) return { kind: null }
    await after?.(env, deletion)
  } catch (error) {
    const isTaken = error instanceof Error && /UNIQUE constraint/.test(`${error.message} ${error.cause}`)
    if (isTaken && taken) throw new ApiError("conflict", taken)
    throw error
  }
  return { kind }
}
