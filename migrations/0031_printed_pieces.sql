ALTER TABLE `image_variant` ADD `printed` text;--> statement-breakpoint
ALTER TABLE `image_variant` ADD `width_px` integer;--> statement-breakpoint
ALTER TABLE `image_variant` ADD `height_px` integer;--> statement-breakpoint
ALTER TABLE `integration` ADD `mends` text DEFAULT '[]' NOT NULL;