import { Tabs as Radix } from "radix-ui"
import type { ReactNode } from "react"

export type TabsProps = {
  value: string
  onValueChange: (value: string) => void
  label: string
  tabs: readonly { value: string; label: string; content: ReactNode }[]
}

/** Shows one of several views of a page. Keep `value` in the address. */
export function Tabs({ value, onValueChange, label, tabs }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange}>
      <Radix.List aria-label={label} className="flex gap-1 border-line border-b coarse:-mx-4 coarse:px-4">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px h-10 border-transparent border-b-2 px-3 text-sm font-[550] text-ink-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink coarse:h-11"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="rounded-sm pt-5">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
