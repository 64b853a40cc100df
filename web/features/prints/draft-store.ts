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
 * One seller's unsaved print: in memory for the page, and in the browser between visits and for other
 * tabs. What a tab has changed is done again to whatever another one has stored without it.
 */
export type DraftStore = {
  read: () => PrintDraft
  subscribe: (onChange: () => void) => () => void
  /** The rows before and after, which are the same where nothing changed. */
  change: (change: DraftChange) => { before: PrintDraft["items"]; after: PrintDraft["items"] }
  /** Makes these the rows, as undo does. */
  restore: (items: PrintDraft["items"]) => void
  pick: (choice: DraftChoice) => void
  /** Takes over what another tab has stored since. */
  reread: () => void
  /** Stores what has changed, now. */
  flush: () => void
  /**
   * These rows are a print now: who asks next gets what other tabs have added to them since, while
   * this page still shows what it was.
   */
  forget: (created: PrintDraft["items"]) => void
}

type DraftChoice = Partial<Pick<PrintDraft, "sheetTemplateId" | "packing">>

type Storage = { read: (key: string) => string | null; write: (key: string, text: string | null) => void }
type Clock = { after: (ms: number, act: () => void) => () => void }

/** A row's stepper is clicked several times a second; the text of a large print takes a moment. */
const STORE_AFTER_MS = 400

/** A tab is forgotten once so many others have stored after it. */
const MAX_TABS = 50

/** `onForget` is told once the print is none of the browser's any more. */
export function createDraftStore(
  key: string,
  { storage, clock, onForget }: { storage: Storage; clock: Clock; onForget: () => void },
): DraftStore {
  const tab = crypto.randomUUID()
  let stored = storage.read(key)
  let draft = parseDraft(stored) ?? emptyDraft(crypto.randomUUID())
  /** This tab's changes that a text of another tab may lack, and how many there were in all. */
  let steps: { at: number; step: DraftStep }[] = []
  let stepCount = 0
  /** Where the rows went that became part of others while the page lives: undo looks for their copies there. */
  const joined: Joined = new Map()
  let choice: DraftChoice = {}
  let callOff: (() => void) | null = null
  /** What the page still shows once its rows are a print. */
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

  /** Another tab makes rows part of others, too. */
  function noteJoinedElsewhere(items: PrintDraft["items"]) {
    const there = new Set(items.map(({ key }) => key))
    const keys = new Map(items.map((item) => [nameOf(item), item.key]))
    for (const item of draft.items) {
      const key = there.has(item.key) ? undefined : keys.get(nameOf(item))
      if (key !== undefined) noteJoined(joined, item.key, { key, copies: item.quantity })
    }
  }

  /** Drops what stands in a text that this tab has not just written: nothing can lose it any more. */
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
    // A late undo may change what the page still shows, and stores none of it.
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

/** The rows with the objects that are known already where nothing of them changed, so that they are not drawn anew. */
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
/** With those whose rows are a print by now. */
const stores = new Set<DraftStore>()

/** The draft of this seller, the same for whoever asks until it is a print. */
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

/** The page may be gone before the timer comes, and another tab may store at any time. */
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
  // A page that comes back as it was left has heard nothing meanwhile.
  window.addEventListener("pageshow", reread)
}

function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
