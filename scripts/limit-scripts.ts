import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import type { Plugin, Rolldown } from "vite"
import { type Chunks, chunksOf, rootOf, withImports } from "./script-audiences.ts"
import {
  ACCOUNT_FRAME,
  APP_FRAME,
  BUILDER,
  DESK,
  DETAILED,
  DETAILS,
  HOME,
  isAccount,
  isBuyers,
  isLanding,
  PAGE,
  type Root,
  TOASTS,
} from "./script-groups.ts"

const MAX_FIRST_FILES = 12
/** Lists, one print, its desk, and what its pages with a table share. */
const MAX_LATER_FILES = 4
/**
 * Kilobytes of a first visit. A print's film comes on top of the lists on its own two screens; a finished print
 * has its receipt on top of them, and no desk.
 */
const MAX_KB = {
  landing: 115.5,
  buyers: 187.5,
  account: 191,
  other: 296,
  builder: 332,
  receipt: 300,
  film: 360,
}

export type ScreenScripts = {
  screen: Root
  /** The number of files that a first visit fetches, with an empty cache. */
  files: number
  /** Kilobytes of 1000 bytes, each file gzipped by itself at zlib's default level. */
  kb: number
  maxKb: number
  /** The files that are new after the screen that shares least with this one. */
  laterFiles: number
}

/** The last build's figures. */
export const screensFile = fileURLToPath(new URL("../dist/screens.json", import.meta.url))

/** Fails the build if a screen asks for more scripts than it may, by number or by bytes. */
export function limitScripts(webDir: string): Plugin {
  return {
    name: "limit-scripts",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const screens = measureScreens(chunksOf(Object.values(bundle)), webDir)
        mkdirSync(dirname(screensFile), { recursive: true })
        writeFileSync(screensFile, JSON.stringify(screens))
        const over = screens.filter(isOver)
        if (over.length > 0) this.error(`more scripts than a screen may ask for:\n${tableOf(over)}`)
      },
    },
  }
}

/** Returns lines for people; figures over a limit are marked. */
export function tableOf(screens: readonly ScreenScripts[]): string {
  const lines = screens.map((row) => {
    const cells = [`${row.kb.toFixed(1)} of ${row.maxKb} KB`, `${row.files} files`, `${row.laterFiles} later`]
    return `  ${cells.map((cell) => cell.padStart(16)).join("")}  ${row.screen}${isOver(row) ? "  OVER" : ""}`
  })
  const most = `at most ${MAX_FIRST_FILES} files at first and ${MAX_LATER_FILES} on a later screen`
  return [...lines, `  (${most})`].join("\n")
}

function isOver({ files, kb, maxKb, laterFiles }: ScreenScripts): boolean {
  return files > MAX_FIRST_FILES || kb > maxKb || laterFiles > MAX_LATER_FILES
}

/** Returns what every screen of a built page fetches; `webDir` is the folder of its sources. */
export function measureScreens(chunks: Chunks, webDir: string): ScreenScripts[] {
  const holders = new Map<Root, Rolldown.OutputChunk>()
  for (const chunk of chunks.values())
    for (const id of chunk.moduleIds) holders.set(rootOf(id, webDir), chunk)
  const fetched = new Map<Root, ReadonlySet<Rolldown.OutputChunk>>()
  for (const screen of holders.keys()) {
    if (!/^features\/.*-screen\.tsx$/.test(screen)) continue
    const roots = [...aroundOf(screen), screen].flatMap((root) => holders.get(root) ?? [])
    const entries = [...chunks.values()].filter((chunk) => chunk.isEntry)
    fetched.set(screen, withImports([...entries, ...roots], chunks))
  }
  return [...fetched].map(([screen, files]) => ({
    screen,
    files: files.size,
    kb: [...files].reduce((sum, { code }) => sum + gzipSync(code).length, 0) / 1000,
    maxKb: maxKbOf(screen),
    laterFiles: Math.max(
      ...[...fetched]
        .filter(([from]) => from !== screen && mayLead(from, screen))
        .map(([, known]) => [...files].filter((file) => !known.has(file)).length),
    ),
  }))
}

function aroundOf(screen: Root): Root[] {
  if (isLanding(screen)) return [PAGE]
  if (isBuyers(screen)) return [PAGE, TOASTS]
  const frame = [PAGE, TOASTS, isAccount(screen) ? ACCOUNT_FRAME : APP_FRAME]
  return DETAILED.includes(screen) ? [...frame, DETAILS] : frame
}

function maxKbOf(screen: Root): number {
  if (isLanding(screen)) return MAX_KB.landing
  if (isBuyers(screen)) return MAX_KB.buyers
  if (isAccount(screen)) return MAX_KB.account
  if (screen === BUILDER) return MAX_KB.builder
  if (DESK.includes(screen)) return MAX_KB.film
  return DETAILED.includes(screen) ? MAX_KB.receipt : MAX_KB.other
}

const isBehind = (screen: Root) => !isLanding(screen) && !isAccount(screen) && !isBuyers(screen)

/** Returns whether a click can lead from one to the other; behind the sign-in, it first leads to home. */
function mayLead(from: Root, to: Root): boolean {
  return isBehind(from) || !isBehind(to) || to === HOME
}
