-- The files of a stock document are attachments like those of other documents; nothing ever wrote this column.
alter table stock_doc drop column files;
