import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

// The shell is the same browser without windows and menus, which take a third of the work even
// when nobody sees them.
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
]
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
]

/**
 * Returns the browser for journeys and screenshots: CHROMIUM_PATH, or the first one on this
 * machine.
 */
export function findChromium(): string | undefined {
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  return [process.env.CHROMIUM_PATH, ...onPath, ...applications].find((path) => path && existsSync(path))
}

/** Installs Debian's Chromium where that is allowed, or says what to install. */
export function installChromium(): void {
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")
  if (!canInstall)
    throw new Error("The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to it")
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    const { status, stderr } = spawnSync("apt-get", ["-qq", ...args], {
      encoding: "utf8",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    })
    if (status !== 0) throw new Error(`apt-get ${args.join(" ")} failed: ${stderr}`)
  }
}

/** Arguments without which Chromium keeps calling its maker's servers. */
export const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
]
