import { serve } from '~/server/serve.server';
import * as calls from './calls';
import { previewNumbers, readOrderSettings, saveOrderSettings } from './orderSettings.server';

serve(calls.orderSettingsRead, (tx, me) => readOrderSettings(tx, me));
serve(calls.numberPreview, (tx, me, _, request) => previewNumbers(tx, me, request.now));
serve(calls.orderSettingsSave, (tx, me, input) => saveOrderSettings(tx, me, input));
