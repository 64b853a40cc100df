CREATE TABLE `manifest_tick` (
	`print_id` text NOT NULL,
	`item_id` text NOT NULL,
	`copy` integer NOT NULL,
	`done_at` integer NOT NULL,
	PRIMARY KEY(`print_id`, `item_id`, `copy`),
	FOREIGN KEY (`print_id`) REFERENCES `print`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`item_id`) REFERENCES `print_item`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `undo` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `undo_expires` ON `undo` (`expires_at`);--> statement-breakpoint
CREATE INDEX `undo_user` ON `undo` (`user_id`);--> statement-breakpoint
CREATE TABLE `undo_part` (
	`undo_id` text NOT NULL,
	`part` integer NOT NULL,
	`kind` text NOT NULL,
	`rows` text NOT NULL,
	PRIMARY KEY(`undo_id`, `part`),
	FOREIGN KEY (`undo_id`) REFERENCES `undo`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `print` ADD `name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `print` ADD `code` text GENERATED ALWAYS AS (substr(id, -10)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `print` ADD `labels` integer;--> statement-breakpoint
ALTER TABLE `print` ADD `trashed_at` integer;--> statement-breakpoint
CREATE INDEX `print_name` ON `print` (`user_id`,"name" COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `print_code` ON `print` (`user_id`,`code`);--> statement-breakpoint
CREATE INDEX `print_trashed` ON `print` (`trashed_at`) WHERE "print"."trashed_at" IS NOT NULL;