ALTER TABLE `print` ADD `remake_of` text REFERENCES print(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `print` ADD `remake_reason` text;--> statement-breakpoint
CREATE INDEX `print_remake_of` ON `print` (`remake_of`) WHERE "print"."remake_of" IS NOT NULL;