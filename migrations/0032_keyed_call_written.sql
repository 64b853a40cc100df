CREATE TRIGGER `keyed_call_written` AFTER INSERT ON `undo` BEGIN
  UPDATE `keyed_call` SET `is_written` = 1 WHERE `id` = new.`id`;
END;
