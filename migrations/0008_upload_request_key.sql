ALTER TABLE `image` ADD `request_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `image_request_key` ON `image` (`user_id`,`request_key`);