import './main.css';
import { shared } from './shared.js';
import hero from './hero.png';
document.body.append(shared('home'), hero);
import('./lazy.js').then((lazy) => lazy.run());
