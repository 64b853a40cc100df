import { read, write } from "../../lib/session.ts"
import { changeItems, type DraftChange, emptyDraft, type PrintDraft, parseDraft } from "./print-draft.ts"

/** One seller's unsaved print: in memory for the page, and in the browser between visits. */
export type DraftStore = {
  read: () => PrintDraft
  subscribe: (onChange: () => void) => () => void
  /** The rows before and after, which are the same where nothing changed. */
  change: (change: DraftChange) => { before: PrintDraft["items"]; after: PrintDraft["items"] }
  /** Makes these the rows, as undo does. */
  restore: (items: PrintDraft["items"]) => void
  pick: (choice: Partial<Pick<PrintDraft, "sheetTemplateId" | "packing">>) => void
  /** Reads what another tab has stored since. */
  reread: () => void
  /** Stores what has changed, now. */
  flush: () => void
  /** It was saved: who asks next gets an empty one, while this page still shows what it was. */
  forget: () => void
}

type Storage = { read: (key: string) => string | null; write: (key: string, text: string | null) => void }
type Clock = { after: (ms: number, act: () => void) => () => void }

/** A row's stepper is clicked several times a second; the text of a large print takes a moment. */
const STORE_AFTER_MS = 400

/** `onForget` is told once the print is none of the browser's any more. */
export function createDraftStore(
  key: string,
  { storage, clock, onForget }: { storage: Storage; clock: Clock; onForget: () => void },
): DraftStore {
  let stored = storage.read(key)
  let draft = parseDraft(stored) ?? emptyDraft(crypto.randomUUID())
  let callOff: (() => void) | null = null
  let isForgotten = false
  const listeners = new Set<() => void>()

  function flush() {
    if (callOff === null) return
    callOff()
    callOff = null
    stored = draft.items.length === 0 ? null : JSON.stringify(draft)
    storage.write(key, stored)
  }

  function show(next: PrintDraft) {
    draft = next
    for (const listener of listeners) listener()
  }

  function keep(next: PrintDraft) {
    // A late undo may change what the page still shows, and stores none of it.
    if (!isForgotten) callOff ??= clock.after(STORE_AFTER_MS, flush)
    show(next)
  }

  const withItems = (items: PrintDraft["items"]) => keep({ ...draft, items, requestKey: crypto.randomUUID() })

  return {
    read: () => draft,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    change(change) {
      const before = draft.items
      const after = changeItems(before, change)
      if (after !== before) withItems(after)
      return { before, after }
    },
    restore: withItems,
    pick: (choice) => keep({ ...draft, ...choice }),
    reread() {
      const text = storage.read(key)
      if (callOff !== null || text === stored) return
      stored = text
      show(parseDraft(text) ?? emptyDraft(crypto.randomUUID()))
    },
    flush,
    forget() {
      callOff?.()
      callOff = null
      isForgotten = true
      storage.write(key, null)
      onForget()
    },
  }
}

const open = new Map<string, DraftStore>()

/** The draft of this seller, the same for whoever asks until it is a print. */
export function draftStoreOf(userId: string): DraftStore {
  const known = open.get(userId)
  if (known) return known
  const made = createDraftStore(`sheetsmith.draft.${userId}`, {
    storage: { read, write },
    clock: { after },
    onForget: () => open.delete(userId),
  })
  if (open.size === 0) flushOnLeaving()
  open.set(userId, made)
  return made
}

let isFlushing = false

/** The page may be gone before the timer comes. */
function flushOnLeaving() {
  if (isFlushing) return
  isFlushing = true
  const flush = () => {
    for (const store of open.values()) store.flush()
  }
  window.addEventListener("pagehide", flush)
  document.addEventListener("visibilitychange", flush)
}

function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
