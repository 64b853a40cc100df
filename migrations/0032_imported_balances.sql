CREATE TABLE `imported_balance` (
	`source_id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`imported_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null
);
