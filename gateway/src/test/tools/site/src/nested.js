import './nested.css';
import { shared } from './shared.js';
document.body.append(shared('nested'));
