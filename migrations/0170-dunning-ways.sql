-- How a customer was reminded: by a message in the portal, or by a way that needs no account there. The note is what was said on the phone.
alter table dunning_log add column way text not null default 'MESSAGE' check (way in ('MESSAGE', 'SMS', 'COPY', 'PHONE', 'INVITE'));
alter table dunning_log add column note text not null default '';
alter table dunning_log add check (way <> 'PHONE' or note <> '');
