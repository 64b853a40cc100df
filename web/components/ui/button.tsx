import { Slot } from "radix-ui"
import type { ComponentProps, ReactNode } from "react"
import { classNames } from "../../lib/class-names.ts"
import { Spinner } from "./spinner.tsx"

const base =
  "inline-flex select-none items-center justify-center gap-2 whitespace-nowrap rounded-md border border-transparent text-sm font-[550] transition-colors duration-[120ms] ease-out disabled:border-transparent disabled:bg-sunken disabled:text-ink-3 disabled:shadow-none aria-disabled:cursor-not-allowed aria-disabled:border-transparent aria-disabled:bg-sunken aria-disabled:text-ink-3 aria-disabled:shadow-none [&_svg]:flex-none [&_svg:not([class*=size-])]:size-4"
const variants = {
  primary:
    "bg-accent text-on-accent shadow-[inset_0_1px_0_oklch(1_0_0/0.14),var(--shadow-card)] hover:bg-accent-hover",
  secondary:
    "border-line bg-raised text-ink shadow-card hover:bg-[linear-gradient(var(--color-hover),var(--color-hover))]",
  ghost: "text-ink-2 hover:bg-hover hover:text-ink disabled:bg-transparent",
  danger: "bg-bad-fill text-on-bad hover:brightness-95",
  "danger-ghost": "text-bad-ink hover:bg-bad-soft disabled:bg-transparent",
}
const sizes = {
  sm: "h-8 rounded-sm px-2.5 coarse:h-11",
  md: "h-9 px-[0.8125rem] coarse:h-11",
  lg: "h-11 px-[1.125rem] text-base",
  icon: "size-9 coarse:size-11",
  "icon-sm": "size-8 rounded-sm coarse:size-11",
}
type Look = { variant?: keyof typeof variants; size?: keyof typeof sizes }

/** Returns a button's classes for a link: `<Link className={buttonVariants({ variant: "primary" })}>`. */
export function buttonVariants({
  className,
  variant = "secondary",
  size = "md",
}: Look & { className?: string } = {}): string {
  return classNames(base, variants[variant], sizes[size], className)
}

export type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** The icon; a spinner replaces it while working. */
    icon?: ReactNode
    /**
     * Busy: ignores clicks, spins, keeps width and focus (a disabled button would lose focus). A button that may be
     * busy takes a double click as one, which may come before it is.
     */
    isLoading?: boolean
    /** Styles its only child (a link) instead of drawing a button. */
    asChild?: boolean
  }

/** Draws a button. An icon-only one (`size` icon or icon-sm) needs an `aria-label`. */
export function Button({
  variant,
  size,
  icon,
  isLoading,
  asChild = false,
  disabled,
  className,
  children,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  const classes = buttonVariants({ variant, size, className })
  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  const isWork = isLoading !== undefined
  const spinsOverLabel = isLoading && icon === undefined
  return (
    <button
      type={type}
      disabled={disabled === true && !isLoading}
      aria-disabled={isLoading || undefined}
      aria-busy={isLoading || undefined}
      className={classNames(classes, spinsOverLabel && "relative")}
      onClick={(event) => {
        // A submit button would submit again.
        if (isLoading || (isWork && event.detail > 1)) event.preventDefault()
        else onClick?.(event)
      }}
      {...rest}
    >
      {isLoading && icon !== undefined ? <Spinner /> : icon}
      {spinsOverLabel ? (
        <>
          <span className="opacity-0">{children}</span>
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        </>
      ) : (
        children
      )}
    </button>
  )
}
