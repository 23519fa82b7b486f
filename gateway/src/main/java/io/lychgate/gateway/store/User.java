package io.lychgate.gateway.store;

/**
 * A user who may log in.
 *
 * @param passwordHash text form of its algorithm; never leaves the gateway
 * @param mustChangePassword true while the password is one that the gateway generated
 */
public record User(String name, Role role, String passwordHash, boolean mustChangePassword) {

  @Override
  public String toString() {
    return "User[" + name + ", " + role.token() + "]";
  }
}
