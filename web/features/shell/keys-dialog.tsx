import { Modal } from "../../components/ui/modal.tsx"
import { Switch } from "../../components/ui/switch.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { type AppKey, appKeysFor, deskKeys } from "./app-keys.ts"
import { keyName } from "./key-name.ts"
import type { AppKeys } from "./use-app-keys.ts"

/** Lists every key, with the switch for those without a modifier. */
export function KeysDialog({ keys, onClose }: { keys: AppKeys; onClose: () => void }) {
  const { user } = useAuth()
  const all = appKeysFor(user.role)
  const isOfMenu = ({ press }: AppKey) => press.startsWith("g ")
  return (
    <Modal isOpen onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className="grid gap-x-10 gap-y-6 pb-4 md:grid-cols-2">
        <div className="flex flex-col gap-6">
          <KeyList title="Anywhere" keys={all.filter((key) => !isOfMenu(key))} />
          <KeyList title="Go to" keys={all.filter(isOfMenu)} />
        </div>
        <div className="flex flex-col gap-6">
          <KeyList title="Pieces on the sheet" keys={deskKeys} />
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

function KeyList({ title, keys }: { title: string; keys: readonly Pick<AppKey, "shown" | "words">[] }) {
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-[620]">{title}</h3>
      <dl className="mt-2 text-sm">
        {keys.map(({ shown, words }) => (
          <div key={words} className="flex items-center gap-4 border-line-soft border-t py-1.5">
            <dt className="min-w-0 flex-1 text-ink-2">{words}</dt>
            <dd className="flex flex-none gap-1">
              {shown.map((name) => (
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
