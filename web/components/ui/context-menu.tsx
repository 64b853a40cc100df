import { ContextMenu as Radix } from "radix-ui"
import type { ReactElement, ReactNode } from "react"
import { menuItemClass, menuPanelClass, menuSeparatorClass } from "./dropdown-menu.tsx"
import { useLandmark } from "./landmark.ts"

type ContextMenuProps = {
  /** The one element that takes pointers; a right click on it opens the menu. */
  trigger: ReactElement
  children: ReactNode
}

/** Opens a menu at the pointer. */
export function ContextMenu({ trigger, children }: ContextMenuProps) {
  const { trigger: opener, landmark, onOpenChange } = useLandmark<HTMLSpanElement>()
  return (
    <Radix.Root modal={false} onOpenChange={onOpenChange}>
      <Radix.Trigger ref={opener} asChild>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content collisionPadding={8} className={menuPanelClass}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type ContextMenuItemProps = {
  icon?: ReactNode
  shortcut?: string
  isDanger?: boolean
  isDisabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function ContextMenuItem(props: ContextMenuItemProps) {
  const { icon, shortcut, isDanger, isDisabled, onSelect, children } = props
  return (
    <Radix.Item disabled={isDisabled} onSelect={onSelect} className={menuItemClass(isDanger)}>
      {icon}
      {children}
      {shortcut && <span className="ml-auto pl-6 text-xs text-ink-3">{shortcut}</span>}
    </Radix.Item>
  )
}

export function ContextMenuSeparator() {
  return <Radix.Separator className={menuSeparatorClass} />
}
