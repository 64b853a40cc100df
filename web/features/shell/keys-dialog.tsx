import { Modal } from "../../components/ui/modal.tsx"
import { Switch } from "../../components/ui/switch.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { type KeyCommand, keyCommandsFor, keysOf, viewerOf } from "../../lib/key-commands.ts"
import { keyName } from "../../lib/key-name.ts"
import { formatLength, nudgesIn } from "../../lib/length.ts"
import { deskKeys, textKeys } from "../../lib/page-keys.ts"
import type { AppKeys } from "./use-app-keys.ts"

const deskWords: Record<Exclude<keyof typeof deskKeys, "move">, string> = {
  turn: "Turn",
  duplicate: "Duplicate",
  pin: "Pin or unpin",
  remove: "Remove",
  all: "Select all on the sheet",
  undo: "Undo, with Shift redo",
}
const textWords: Record<keyof typeof textKeys, string> = {
  save: "Save",
  undo: "Undo",
  redo: "Redo",
  copy: "Duplicate the text",
}

function moveWords(): string {
  const { near, far } = nudgesIn()
  return `Move by ${formatLength(near)}, with Shift by ${formatLength(far)}`
}

function rowsOf<Name extends string>(
  keysOfAll: Readonly<Record<Name, readonly string[]>>,
  wordsOfAll: Readonly<Record<Name, string>>,
): KeyListProps["keys"] {
  return (Object.keys(wordsOfAll) as Name[]).map((name) => ({
    keys: keysOfAll[name],
    words: wordsOfAll[name],
  }))
}

/** Lists every key, with the switch for those without a modifier. */
export function KeysDialog({ keys, onClose }: { keys: AppKeys; onClose: () => void }) {
  const { user } = useAuth()
  const all = keyCommandsFor(viewerOf(user))
  const isOfMenu = ({ press }: KeyCommand) => press.startsWith("g ")
  const rows = (commands: readonly KeyCommand[]) =>
    commands.map((command) => ({ keys: keysOf(command), words: command.name }))
  return (
    <Modal onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className="grid gap-x-10 gap-y-6 pb-4 md:grid-cols-2">
        <div className="flex flex-col gap-6">
          <KeyList title="Anywhere" keys={rows(all.filter((key) => !isOfMenu(key)))} />
          <KeyList title="Go to" keys={rows(all.filter(isOfMenu))} />
        </div>
        <div className="flex flex-col gap-6">
          <KeyList title="Pieces on the sheet" keys={rowsOf(deskKeys, { move: moveWords(), ...deskWords })} />
          <KeyList title="Text on artwork" keys={rowsOf(textKeys, textWords)} />
          <div className="flex items-start gap-3 rounded-lg border border-line p-3">
            <div className="min-w-0 flex-1">
              <p className="text-sm font-[550]">Keys without Ctrl</p>
              <p className="mt-0.5 text-xs text-ink-2">
                If off, only {keyName("Ctrl")} K works outside the sheet. Saved in this browser.
              </p>
            </div>
            <Switch label="Keys without Ctrl" checked={keys.isOn} onCheckedChange={keys.setOn} />
          </div>
        </div>
      </div>
    </Modal>
  )
}

type KeyListProps = { title: string; keys: readonly { keys: readonly string[]; words: string }[] }

function KeyList({ title, keys: rows }: KeyListProps) {
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-[620]">{title}</h3>
      <dl className="mt-2 text-sm">
        {rows.map(({ keys, words }) => (
          <div key={words} className="flex items-center gap-4 border-line-soft border-t py-1.5">
            <dt className="min-w-0 flex-1 text-ink-2">{words}</dt>
            <dd className="flex flex-none gap-1">
              {keys.map((name) => (
                <kbd
                  key={name}
                  className="grid h-6 min-w-6 place-items-center rounded-sm border border-line bg-sunken px-1.5 font-sans text-xs font-[550] text-ink"
                >
                  {keyName(name)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
