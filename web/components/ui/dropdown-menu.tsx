import { DropdownMenu as Radix } from "radix-ui"
import type { ComponentProps, ReactElement, ReactNode } from "react"
import { classNames } from "../../lib/class-names.ts"
import { useLandmark } from "./landmark.ts"

/** The classes that make menus look the same wherever they open. */
export const menuPanelClass = "appear z-50 min-w-48 rounded-lg bg-raised p-1 shadow-float"
export const menuSeparatorClass = "mx-1 my-1 h-px bg-line-soft"

export function menuItemClass(isDanger: boolean | undefined): string {
  return classNames(
    "flex h-8 cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 text-sm outline-none data-disabled:cursor-not-allowed data-highlighted:bg-hover data-disabled:text-ink-3 coarse:h-11 [&_svg]:size-4 [&_svg]:text-ink-3",
    isDanger && "text-bad-ink data-highlighted:bg-bad-soft [&_svg]:text-bad-ink",
  )
}

export type MenuProps = {
  /** One focusable element. */
  trigger: ReactElement
  children: ReactNode
  align?: "start" | "end"
  className?: string
}

export function Menu({ trigger, children, align = "end", className }: MenuProps) {
  const { trigger: opener, landmark, onOpenChange } = useLandmark<HTMLButtonElement>()
  return (
    <Radix.Root modal={false} onOpenChange={onOpenChange}>
      <Radix.Trigger ref={opener} asChild>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={classNames(menuPanelClass, className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export type MenuItemProps = ComponentProps<typeof Radix.Item> & { icon?: ReactNode; isDanger?: boolean }

/** Draws an entry. `asChild` turns a link into one; `onSelect` runs on click and Enter. */
export function MenuItem({ icon, isDanger, className, children, ...rest }: MenuItemProps) {
  const classes = classNames(menuItemClass(isDanger), className)
  if (rest.asChild) {
    return (
      <Radix.Item {...rest} className={classes}>
        {children}
      </Radix.Item>
    )
  }
  return (
    <Radix.Item {...rest} className={classes}>
      {icon}
      {children}
    </Radix.Item>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className={menuSeparatorClass} />
}

/** Shows words above entries, such as who is signed in. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 py-2 text-xs text-ink-3">{children}</Radix.Label>
}
