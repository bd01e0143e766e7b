import { serve } from '~/server/serve.server';
import * as base from './base.server';
import * as calls from './calls';
import { developerGuide } from './developer.server';
import * as dictionary from './dictionary.server';

serve(calls.dictOptions, (tx, me, { dictCategoryCode }) => dictionary.dictionaryOptions(tx, me, dictCategoryCode));
serve(calls.dictCategoryList, (tx, me) => dictionary.listCategories(tx, me));
serve(calls.dictList, (tx, me, { category }) => dictionary.listItems(tx, me, category));
serve(calls.dictSave, (tx, me, input) => dictionary.saveItem(tx, me, input));
serve(calls.dictSwitch, (tx, me, input) => dictionary.switchItem(tx, me, input));
serve(calls.dictOrder, (tx, me, input) => dictionary.orderItems(tx, me, input));
serve(calls.dictDelete, (tx, me, input) => dictionary.deleteItem(tx, me, input));
serve(calls.baseRead, (tx, me) => base.readBase(tx, me));
serve(calls.baseSave, (tx, me, input) => base.saveBase(tx, me, input));
serve(calls.companyCard, (tx, me) => base.companyOf(tx, me));
serve(calls.developerRead, async () => developerGuide());
