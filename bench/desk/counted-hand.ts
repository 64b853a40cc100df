import type { Locator, Page } from "playwright-core"

export type FilePayload = { name: string; mimeType: string; buffer: Buffer }

/**
 * A person at the page whose actions are counted. An action is one click, one key, one paste or one
 * choice of files. A field counts once it was typed into, however many letters.
 */
export class CountedHand {
  actions = 0
  fields = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator, options: { shift?: boolean } = {}): Promise<void> {
    this.actions++
    await target.click({ modifiers: options.shift ? ["Shift"] : [] })
  }

  async press(key: string): Promise<void> {
    this.actions++
    await this.page.keyboard.press(key)
  }

  /** Types into a field. */
  async fill(target: Locator, text: string): Promise<void> {
    this.fields++
    await target.fill(text)
  }

  /** Puts text from elsewhere, such as a spreadsheet, into a field in one action. */
  async paste(target: Locator, text: string): Promise<void> {
    this.actions++
    await target.fill(text)
  }

  /** Picks files in the dialog of the operating system, or drops them. */
  async choose(input: Locator, files: FilePayload[]): Promise<void> {
    this.actions++
    await input.setInputFiles(files)
  }
}
