import { useRouter } from "@tanstack/react-router"
import { Command } from "cmdk"
import { ArrowRight, Ruler, ScrollText, Search, ShoppingBag, X } from "lucide-react"
import { Dialog } from "radix-ui"
import { type ReactNode, useRef, useState } from "react"
import { Button } from "../../components/ui/button.tsx"
import { DialogContent } from "../../components/ui/dialog-content.tsx"
import { Spinner } from "../../components/ui/spinner.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { buttonOf } from "../../lib/commands.ts"
import { viewerOf } from "../../lib/key-commands.ts"
import { keyName } from "../../lib/key-name.ts"
import { areLetterKeysOn } from "../../lib/letter-keys.ts"
import { useBuyCredits } from "../credits/use-buy-credits.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { useAutopilotCommands } from "./palette-autopilots.ts"
import { findCommands, type PaletteCommand } from "./palette-commands.ts"
import { allWords, type Find, type FindGroup, useFinds } from "./palette-finds.ts"

type PaletteProps = { onClose: () => void; onShowKeys: () => void }

/** Finds prints, orders, images, sizes, pages and actions by the typed text, and opens them. */
export function Palette({ onClose, onShowKeys }: PaletteProps) {
  const { user, signOut } = useAuth()
  const router = useRouter()
  const buyCredits = useBuyCredits()
  const [text, setText] = useState("")
  // The row that keys or pointer went to; until then the first one, even as results arrive above it.
  const [wentTo, setWentTo] = useState<string | null>(null)
  const isMoving = useRef(false)
  const typed = text.trim()
  const { groups, isSearching } = useFinds(typed)
  const own = useAutopilotCommands()
  const { here, actions, pages } = findCommands(viewerOf(user), typed, {
    isHere: (id) => buttonOf(id) !== null,
    own,
  })
  const count =
    here.length + actions.length + pages.length + groups.reduce((sum, { finds }) => sum + finds.length, 0)

  function type(next: string) {
    isMoving.current = false
    setWentTo(null)
    setText(next)
  }
  function go(href: string) {
    onClose()
    router.history.push(href)
  }
  function run({ target }: PaletteCommand) {
    if ("href" in target) return go(target.href)
    onClose()
    // The closing dialog gives the focus back first, which would close a menu again.
    if ("act" in target) requestAnimationFrame(() => setTimeout(target.act))
    else if ("opens" in target) onShowKeys()
    else if ("does" in target) target.does === "buy-credits" ? buyCredits() : void signOut()
  }
  const commandGroups = [
    { title: "On this page", commands: here },
    { title: "Actions", commands: actions },
    { title: "Pages", commands: pages },
  ].filter(({ commands }) => commands.length > 0)
  const [find] = groups
  const [command] = commandGroups
  const first = find
    ? `${find.title} ${find.finds[0].id}`
    : command
      ? `${command.title} ${command.commands[0].id}`
      : ""

  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-40 bg-scrim backdrop-blur-[2px]" />
        <DialogContent
          aria-describedby={undefined}
          className="appear fixed inset-x-0 top-0 z-40 mx-auto flex max-h-dvh w-full flex-col overflow-hidden bg-raised shadow-modal outline-none max-md:h-dvh md:top-[12vh] md:max-h-[70vh] md:max-w-xl md:rounded-xl"
        >
          <Dialog.Title className="sr-only">Find anything</Dialog.Title>
          <Command
            shouldFilter={false}
            loop
            label="Find anything"
            value={wentTo ?? first}
            onValueChange={(value) => isMoving.current && setWentTo(value)}
            onKeyDownCapture={({ key }) => {
              if (/^(Arrow|Home|End|Page)/.test(key)) isMoving.current = true
            }}
            onPointerMoveCapture={() => {
              isMoving.current = true
            }}
            className="flex min-h-0 flex-1 flex-col"
          >
            <div className="flex flex-none items-center gap-3 border-line border-b px-4 has-[input:focus-visible]:border-ring">
              <Search className="size-4.5 flex-none text-ink-3" aria-hidden="true" />
              <Command.Input
                value={text}
                onValueChange={type}
                placeholder="Prints, orders, images, sizes, pages"
                className="h-14 min-w-0 flex-1 bg-transparent text-[1rem] outline-none"
              />
              {isSearching && <Spinner className="text-ink-3" />}
              <Dialog.Close asChild>
                <Button variant="ghost" size="icon-sm" aria-label="Close" className="-mr-2">
                  <X />
                </Button>
              </Dialog.Close>
            </div>
            <p role="status" className="sr-only">
              {isSearching ? "" : count === 1 ? "1 result" : `${count} results`}
            </p>
            <Command.List label="Results" className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
              {count === 0 && !isSearching && (
                <p className="px-3 py-8 text-center text-sm text-ink-2">No results for “{typed}”.</p>
              )}
              {groups.map((group) => (
                <Group key={group.title} title={group.title}>
                  {group.finds.map((find) => (
                    <Row key={find.id} value={`${group.title} ${find.id}`} onSelect={() => go(find.href)}>
                      <FindPicture find={find} group={group} />
                      <span className="min-w-0 flex-1 truncate">{find.words}</span>
                      <span className="max-w-[45%] flex-none truncate text-xs text-ink-2">{find.note}</span>
                    </Row>
                  ))}
                  {group.hasMore && (
                    <Row value={`${group.title} all`} onSelect={() => go(group.allHref)}>
                      <ArrowRight className="text-ink-3" aria-hidden="true" />
                      <span className="text-ink-2">{allWords(group)}</span>
                    </Row>
                  )}
                </Group>
              ))}
              {commandGroups.map(({ title, commands }) => (
                <Group key={title} title={title}>
                  {commands.map((command) => (
                    <Row key={command.id} value={`${title} ${command.id}`} onSelect={() => run(command)}>
                      <command.Icon className="text-ink-3" aria-hidden="true" />
                      <span className="min-w-0 flex-1 truncate">{command.name}</span>
                      <span aria-hidden="true" className="text-xs text-ink-3 coarse:hidden">
                        {areLetterKeysOn() && command.keys?.map(keyName).join(" ")}
                      </span>
                    </Row>
                  ))}
                </Group>
              ))}
            </Command.List>
          </Command>
        </DialogContent>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={title}
      className="[&>[cmdk-group-heading]]:px-3 [&>[cmdk-group-heading]]:pt-2 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:text-ink-3"
    >
      {children}
    </Command.Group>
  )
}

function Row({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-10 cursor-pointer items-center gap-3 rounded-md px-3 text-sm select-none data-[selected=true]:bg-hover coarse:h-12 [&_svg]:size-4 [&_svg]:flex-none"
    >
      {children}
    </Command.Item>
  )
}

function FindPicture({ find, group }: { find: Find; group: FindGroup }) {
  if (find.picture !== undefined) return <ArtworkPicture path={find.picture} className="-mx-1.5 size-7" />
  const Icon = group.title === "Orders" ? ShoppingBag : group.title === "Sizes" ? Ruler : ScrollText
  return <Icon className="text-ink-3" aria-hidden="true" />
}
