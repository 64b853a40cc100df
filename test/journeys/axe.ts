import axe from "axe-core"
import type { Page } from "playwright-core"
import { isFull } from "../../harness/layer.ts"
import { paintedContrast } from "./painted-contrast.ts"

/** The only rules that look at colours. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"]

type Rules = "all" | readonly string[]
type Finding = { id: string; impact: string; help: string; target: string; why: string }
type Findings = {
  violations: Finding[]
  /** Selectors of texts whose ground axe cannot tell: pictures, gradients, what lies over them. */
  unmeasured: string[]
}

/**
 * Returns axe-core's findings on the current page, of any impact, a line for each place:
 * `color-contrast (serious) p.hint: …`. If axe leaves a contrast open, the painted pixels decide.
 * Waits for overlays that are still fading in and for what is being replaced, whose colours are not
 * final.
 */
export async function objections(page: Page, rules: Rules = "all"): Promise<string[]> {
  await page.waitForFunction(isAtRest)
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source)
  const { violations, unmeasured } = await page.evaluate(runAxe, rules)
  const lines = violations.map(
    ({ id, impact, target, help, why }) => `${id} (${impact}) ${target}: ${help}. ${why}`,
  )
  return [...lines, ...(await paintedContrast(page, unmeasured))]
}

/**
 * Waits until a page that a journey comes through is at rest. Returns what axe-core objects to in the
 * long layer alone, as the short one judges each screen and dialog once, in look.test.ts.
 */
export async function objectionsOnTheWay(page: Page): Promise<string[]> {
  await page.waitForFunction(isAtRest)
  return isFull ? objections(page) : []
}

/** As `objectionsOnTheWay`, in the light and the dark theme. */
export async function objectionsInBothThemesOnTheWay(page: Page, name: string): Promise<string[]> {
  await page.waitForFunction(isAtRest)
  return isFull ? objectionsInBothThemes(page, name) : []
}

/** All rules in the light theme, then the dark theme's colours; ends in the light theme. */
export async function objectionsInBothThemes(page: Page, name: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" })
  const inDark = await objections(page, COLOUR_RULES)
  await page.emulateMedia({ colorScheme: "light" })
  const inLight = await objections(page)
  return [...inLight.map((line) => `${name}: ${line}`), ...inDark.map((line) => `${name}, dark: ${line}`)]
}

/** Pulses and spinners go on for ever and change no text. */
function isAtRest(): boolean {
  const isFading = document
    .getAnimations()
    .some(
      ({ playState, effect }) =>
        playState === "running" && effect?.getComputedTiming().iterations !== Infinity,
    )
  // Figures and tables are dimmed while they reload; a sheet still being packed is not.
  return !isFading && document.querySelector("dl[aria-busy=true], section[aria-busy=true]") === null
}

async function runAxe(rules: Rules): Promise<Findings> {
  const inPage = (window as unknown as { axe: typeof axe }).axe
  const { violations, incomplete } = await inPage.run(document, {
    resultTypes: ["violations", "incomplete"],
    // Otherwise all style sheets are fetched and parsed anew, for rules that are not on.
    preload: false,
    ...(rules === "all" ? {} : { runOnly: [...rules] }),
  })
  return {
    violations: violations.flatMap(({ id, impact, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => ({
        id,
        impact: impact ?? "unknown",
        help,
        target: target.join(" "),
        why: (failureSummary ?? "").replaceAll(/\s+/g, " "),
      })),
    ),
    unmeasured: incomplete
      .filter(({ id }) => id === "color-contrast")
      .flatMap(({ nodes }) => nodes.map(({ target }) => target.join(" "))),
  }
}
