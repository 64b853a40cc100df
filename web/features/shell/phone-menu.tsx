import { Link } from "@tanstack/react-router"
import { X } from "lucide-react"
import { Dialog } from "radix-ui"
import { Button } from "../../components/ui/button.tsx"
import { DialogContent } from "../../components/ui/dialog-content.tsx"
import { Logo } from "../../components/ui/logo.tsx"
import { SidebarMenu } from "./sidebar-menu.tsx"

/** Shows the sidebar on a phone, over the page; it closes on Escape, outside click, X and every link. */
export function PhoneMenu({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-40 bg-scrim md:hidden" />
        <DialogContent
          aria-describedby={undefined}
          className="slide-from-left fixed inset-y-0 left-0 z-40 flex w-74 max-w-[85vw] flex-col overflow-y-auto bg-canvas px-3 pb-4 shadow-modal outline-none md:hidden"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex h-14 flex-none items-center">
            <Link to="/dashboard" className="flex h-11 flex-1 items-center px-1.5">
              <Logo />
            </Link>
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close menu">
                <X className="size-5" />
              </Button>
            </Dialog.Close>
          </div>
          <SidebarMenu />
        </DialogContent>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
