import { read, write } from "../../lib/session.ts"
import { type DraftStep, stepBetween, withSteps } from "./draft-step.ts"
import {
  changeItems,
  type DraftChange,
  emptyDraft,
  type Joined,
  nameOf,
  noteJoined,
  type PrintDraft,
  parseDraft,
} from "./print-draft.ts"

/**
 * One seller's unsaved print: in memory for the page, and in the browser between visits and for other tabs. A
 * tab's changes are repeated on the text that another tab has stored without them.
 */
export type DraftStore = {
  read: () => PrintDraft
  subscribe: (onChange: () => void) => () => void
  /** Returns the rows before and after, which are the same if nothing changed. */
  change: (change: DraftChange) => { before: PrintDraft["items"]; after: PrintDraft["items"] }
  /** Replaces the rows, as undo does. */
  restore: (items: PrintDraft["items"]) => void
  pick: (choice: DraftChoice) => void
  /** Takes over changes that another tab has stored since. */
  reread: () => void
  /** Stores the changes now. */
  flush: () => void
  /**
   * Called when these rows are a print: the next caller gets what other tabs have added since, while this
   * page still shows the old rows.
   */
  forget: (created: PrintDraft["items"]) => void
}

type DraftChoice = Partial<Pick<PrintDraft, "sheetTemplateId" | "packing">>

type Storage = { read: (key: string) => string | null; write: (key: string, text: string | null) => void }
type Clock = { after: (ms: number, act: () => void) => () => void }

/**
 * The pause before storing: a row's stepper is clicked several times a second, and the text of a large print
 * takes a moment.
 */
const STORE_AFTER_MS = 400

/** The number of other tabs after whose changes a tab is forgotten. */
const MAX_TABS = 50

/** Makes a draft store; `onForget` is called once the print is no longer in the browser. */
export function createDraftStore(
  key: string,
  { storage, clock, onForget }: { storage: Storage; clock: Clock; onForget: () => void },
): DraftStore {
  const tab = crypto.randomUUID()
  let stored = storage.read(key)
  let draft = parseDraft(stored) ?? emptyDraft(crypto.randomUUID())
  /** This tab's changes that another tab's text may lack, and the number of all its changes. */
  let steps: { at: number; step: DraftStep }[] = []
  let stepCount = 0
  /** The rows that became part of others while the page lives: undo finds their copies there. */
  const joined: Joined = new Map()
  let choice: DraftChoice = {}
  let callOff: (() => void) | null = null
  /** The draft that the page still shows once its rows are a print. */
  let last: PrintDraft | null = null
  const listeners = new Set<() => void>()

  function reread() {
    const text = storage.read(key)
    if (text === stored) return
    // Emptied by hand, or storage that keeps nothing: no tab stores less than an empty draft.
    const theirs = parseDraft(text)
    if (theirs === null) return
    stored = text
    confirm(theirs)
    const joinedNow: Joined = new Map()
    const items = withSteps(
      theirs.items,
      steps.map(({ step }) => step),
      joinedNow,
    )
    noteJoinedElsewhere(items)
    for (const [key, into] of joinedNow) noteJoined(joined, key, into)
    const isTheirs = steps.length === 0 && Object.keys(choice).length === 0
    if (!isTheirs) storeSoon()
    const requestKey = isTheirs ? theirs.requestKey : crypto.randomUUID()
    draft = { ...theirs, ...choice, items: withKnown(items, draft.items), requestKey }
    tell()
  }

  /** Notes rows that another tab made part of others. */
  function noteJoinedElsewhere(items: PrintDraft["items"]) {
    const there = new Set(items.map(({ key }) => key))
    const keys = new Map(items.map((item) => [nameOf(item), item.key]))
    for (const item of draft.items) {
      const key = there.has(item.key) ? undefined : keys.get(nameOf(item))
      if (key !== undefined) noteJoined(joined, item.key, { key, copies: item.quantity })
    }
  }

  /** Drops changes that are in a text which this tab has not just written: nothing can lose them any more. */
  function confirm({ seen }: PrintDraft) {
    steps = steps.filter(({ at }) => at > (seen[tab] ?? 0))
  }

  function flush() {
    if (callOff === null) return
    reread()
    dropTimer()
    confirm(draft)
    store(draft.items.length === 0 ? { ...emptyDraft(draft.requestKey), seen: draft.seen } : draft)
  }

  function store(next: PrintDraft) {
    const others = Object.entries(next.seen).filter(([other]) => other !== tab)
    const seen = Object.fromEntries([...others.slice(1 - MAX_TABS), [tab, stepCount]])
    draft = { ...draft, seen }
    choice = {}
    stored = JSON.stringify({ ...next, seen })
    storage.write(key, stored)
  }

  function tell() {
    for (const listener of listeners) listener()
  }

  function storeSoon() {
    callOff ??= clock.after(STORE_AFTER_MS, flush)
  }

  function dropTimer() {
    callOff?.()
    callOff = null
  }

  function keep(change: Partial<PrintDraft>) {
    // A late undo may change the draft that the page still shows, but nothing is stored.
    if (last) last = { ...last, ...change }
    else {
      draft = { ...draft, ...change }
      storeSoon()
    }
    tell()
  }

  function note(step: DraftStep) {
    stepCount += 1
    steps.push({ at: stepCount, step })
  }

  function withItems(items: PrintDraft["items"]) {
    if (last === null) note(stepBetween(draft.items, items))
    keep({ items, requestKey: crypto.randomUUID() })
  }

  return {
    read: () => last ?? draft,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    change(change) {
      const before = (last ?? draft).items
      const after = changeItems(before, change, joined)
      if (after !== before) withItems(after)
      return { before, after }
    },
    restore: withItems,
    pick(picked) {
      if (last === null) choice = { ...choice, ...picked }
      keep(picked)
    },
    reread,
    flush,
    forget(created) {
      reread()
      last = draft
      // One more step, so that a text that another tab stores without it cannot bring the rows back.
      const step = stepBetween(created, [])
      note(step)
      choice = {}
      draft = { ...emptyDraft(crypto.randomUUID()), items: withSteps(draft.items, [step]), seen: draft.seen }
      storeSoon()
      flush()
      onForget()
    },
  }
}

/** Returns the rows, keeping the known objects of unchanged ones, so that they are not drawn again. */
function withKnown(items: PrintDraft["items"], known: PrintDraft["items"]): PrintDraft["items"] {
  const byKey = new Map(known.map((item) => [item.key, item]))
  const rows = items.map((item) => {
    const same = byKey.get(item.key)
    return same && JSON.stringify(same) === JSON.stringify(item) ? same : item
  })
  const isSame = rows.length === known.length && rows.every((row, i) => row === known[i])
  return isSame ? known : rows
}

const open = new Map<string, DraftStore>()
/** All stores, including those whose rows are already a print. */
const stores = new Set<DraftStore>()

/** Returns the draft of this seller, the same for every caller until it is a print. */
export function draftStoreOf(userId: string): DraftStore {
  const known = open.get(userId)
  if (known) return known
  const made = createDraftStore(`sheetsmith.draft.${userId}`, {
    storage: { read, write },
    clock: { after },
    onForget: () => open.delete(userId),
  })
  watchBrowser()
  open.set(userId, made)
  stores.add(made)
  return made
}

let isWatching = false

/** Stores before the page closes, and reads other tabs' changes at any time. */
function watchBrowser() {
  if (isWatching) return
  isWatching = true
  const onEach = (act: (store: DraftStore) => void) => () => {
    for (const store of stores) act(store)
  }
  const flush = onEach((store) => store.flush())
  const reread = onEach((store) => store.reread())
  window.addEventListener("pagehide", flush)
  document.addEventListener("visibilitychange", flush)
  window.addEventListener("storage", reread)
  // A page restored from the browser's cache has received no events in the meantime.
  window.addEventListener("pageshow", reread)
}

function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
