import { serve } from '~/server/serve.server';
import { previewNumbers, readBaseConfig, saveBaseConfig } from './baseConfig.server';
import * as calls from './calls';

serve(calls.baseConfigRead, (tx, me) => readBaseConfig(tx, me));
serve(calls.numberPreview, (tx, me, _, request) => previewNumbers(tx, me, request.now));
serve(calls.baseConfigSave, (tx, me, input) => saveBaseConfig(tx, me, input));
