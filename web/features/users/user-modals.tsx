import { lazyRouteComponent } from "@tanstack/react-router"

/** The modals about one account. Admins open them now and then, so a page loads them with the first one. */
export const EditUserModal = lazyRouteComponent(() => import("./edit-user-modal.tsx"), "EditUserModal")
export const EditCreditModal = lazyRouteComponent(() => import("./edit-credit-modal.tsx"), "EditCreditModal")
export const DeleteUserModal = lazyRouteComponent(() => import("./delete-user-modal.tsx"), "DeleteUserModal")
