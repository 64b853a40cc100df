ALTER TABLE `image_ink` ADD `tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `image_variant` ADD `tries` integer DEFAULT 0 NOT NULL;