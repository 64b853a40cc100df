ALTER TABLE `user` ADD `mends` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `image` ADD `mends` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `image` ADD `made_mends` text DEFAULT '[]' NOT NULL;